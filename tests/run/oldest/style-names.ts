/** The features that a style sheet uses, as keys of the compatibility data. */

/**
 * Pseudo-classes and pseudo-elements, at-rules, functions and units. The rest of CSS is older than every
 * browser here.
 */
export function styleNames(css: string): Set<string> {
  const plain = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/"[^"]*"|'[^']*'/g, '""');
  const names = new Set<string>();
  for (const [, name] of plain.matchAll(/@([a-z-]+)/g)) names.add(`css.at-rules.${name}`);
  // A selector ends at `{`; a declaration is between `{` or `;` and `;` or `}`.
  for (const [, selector = ''] of plain.matchAll(/([^{};]+)\{/g)) {
    for (const [, name] of selector.matchAll(/:{1,2}([a-z-]+)/g)) names.add(`css.selectors.${name}`);
    if (/(^|[\s,>+~])&/.test(selector)) names.add('css.selectors.nesting');
  }
  for (const [, property = '', value = ''] of plain.matchAll(/[{;]\s*([a-z-]+)\s*:([^;{}]*)(?=[;}])/g)) {
    if (property.startsWith('--')) continue;
    names.add(`css.properties.${property}`);
    for (const [word] of value.matchAll(/[a-z][a-z-]*/g)) names.add(`css.properties.${property}.${word}`);
  }
  for (const [, name] of plain.matchAll(/[\s:,(]([a-z][a-z-]*)\(/g)) {
    names.add(`css.types.${name}`).add(`css.types.color.${name}`);
  }
  for (const [, unit] of plain.matchAll(/\d([a-z]+)\b/g)) {
    names.add(`css.types.length.${unit}`);
    if (/^[dsl]v/.test(unit ?? '')) names.add('css.types.length.viewport_percentage_units_dynamic');
  }
  return names;
}
