/**
 * Which browser versions have which feature, from the data behind MDN's compatibility tables and Baseline (the
 * package web-features).
 */
import { features } from 'web-features';
import { OLDEST_BROWSERS } from '../../../src/app/oldest-browsers.ts';

/** The oldest supported version of each browser, by the data's names. */
const OLDEST: ReadonlyMap<string, string> = new Map([
  ['chrome', OLDEST_BROWSERS.chrome],
  ['chrome_android', OLDEST_BROWSERS.chrome],
  ['edge', OLDEST_BROWSERS.edge],
  ['firefox', OLDEST_BROWSERS.firefox],
  ['firefox_android', OLDEST_BROWSERS.firefox],
  ['safari', OLDEST_BROWSERS.safari],
  ['safari_ios', OLDEST_BROWSERS.ios],
]);

/** Objects that a page reaches by a lower-case name, and their interfaces. */
const SINGLETONS = new Map([
  ['caches', 'CacheStorage'],
  ['crypto', 'Crypto'],
  ['document', 'Document'],
  ['history', 'History'],
  ['indexedDB', 'IDBFactory'],
  ['location', 'Location'],
  ['navigator', 'Navigator'],
  ['performance', 'Performance'],
  ['screen', 'Screen'],
  ['visualViewport', 'VisualViewport'],
]);

type Support = ReadonlyMap<string, string>;

/** For each key of the compatibility data, the first version of each browser that has it. */
const known = new Map<string, Support>();
/** For each member name, the keys of all interfaces that have such a member. */
const byMember = new Map<string, string[]>();

for (const feature of Object.values(features)) {
  if (feature.kind !== 'feature') continue;
  const { by_compat_key: byKey, support } = feature.status;
  for (const key of feature.compat_features ?? []) {
    known.set(key, new Map(Object.entries(byKey?.[key]?.support ?? support)));
  }
}
for (const key of known.keys()) {
  const member = /^(?:api|javascript\.builtins(?:\.Intl)?)\.\w+\.(\w+)$/
    .exec(key)?.[1]
    ?.replace(/_static$/, '');
  if (member === undefined || member.endsWith('_event')) continue;
  const keys = byMember.get(member);
  if (keys) keys.push(key);
  else byMember.set(member, [key]);
}

/** Every key that one of the oldest browsers lacks: classes, functions and members. */
export function lackedBy(browser: 'chrome' | 'firefox' | 'safari'): string[] {
  const oldest = OLDEST_BROWSERS[browser];
  return [...known].flatMap(([key, support]) => {
    if (!/^(api|javascript\.builtins)\./.test(key)) return [];
    const since = support.get(browser);
    return since === undefined || isNewer(since, oldest) ? [key] : [];
  });
}

/**
 * The browsers that lack a feature, with the version that brings it; undefined if all have it, or nothing is
 * known.
 */
function lacking(key: string): string | undefined {
  const support = known.get(key);
  if (support === undefined) return undefined;
  const without = [...OLDEST].flatMap(([browser, oldest]) => {
    const since = support.get(browser);
    if (since === undefined) return [`${browser} has none`];
    return isNewer(since, oldest) ? [`${browser} has it from ${since}`] : [];
  });
  return without.length === 0 ? undefined : without.join(', ');
}

/** The browsers that lack a global: a class, a function, an object. */
export function lackingGlobal(name: string): string | undefined {
  const keys = [
    `api.${name}`,
    `javascript.builtins.${name}`,
    `api.Window.${name}`,
    `api.WorkerGlobalScope.${name}`,
  ];
  const key = keys.find((one) => known.has(one));
  return key === undefined ? undefined : lacking(key);
}

/** The browsers that lack a member of a global: `URL.parse`, `navigator.share`. */
export function lackingStatic(name: string): string | undefined {
  const [object = '', member = ''] = name.split('.');
  const owner = SINGLETONS.get(object) ?? object;
  const keys = [
    `api.${owner}.${member}_static`,
    `api.${owner}.${member}`,
    `javascript.builtins.${owner}.${member}`,
  ];
  const key = keys.find((one) => known.has(one));
  return key === undefined ? undefined : lacking(key);
}

/**
 * The browsers that lack a member of an unknown object. Reported only if every interface with such a member is
 * too new.
 */
export function lackingMember(name: string): string | undefined {
  const keys = byMember.get(name) ?? [];
  const verdicts = keys.map(lacking);
  return verdicts.every((verdict) => verdict !== undefined) ? verdicts[0] : undefined;
}

/** The browsers that lack a CSS feature, unless the style sheet also has its prefixed form. */
export function lackingStyle(key: string, all: ReadonlySet<string>): string | undefined {
  const prefixed = key.replace(/^(css\.properties)\.([a-z-]+)/, '$1.-webkit-$2');
  return prefixed !== key && all.has(prefixed) ? undefined : lacking(key);
}

function isNewer(version: string, than: string): boolean {
  const [major = 0, minor = 0] = version.replace('≤', '').split('.').map(Number);
  const [thanMajor = 0, thanMinor = 0] = than.split('.').map(Number);
  return major > thanMajor || (major === thanMajor && minor > thanMinor);
}
