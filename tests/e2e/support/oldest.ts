/** Chromium without the functions that the oldest Safari lacks: they are deleted before any script runs. */
import { lackedBy } from '../../run/oldest/compat.ts';

/** Functions that Playwright itself calls in a page. */
const PLAYWRIGHTS = 'api.Element.checkVisibility';
/** Features that Safari has except for details. */
const KEPT = new Set(['api.Window.devicePixelRatio', 'api.UIEvent.isComposing', PLAYWRIGHTS]);
/** `api.URL.parse_static`, `javascript.builtins.Map.groupBy`. A third name is a detail of a function. */
const PLACE = /^(api|javascript\.builtins)\.(\w+)(?:\.(\w+?)(_static)?)?$/;

/** A script that deletes them, for pages and workers. */
export function withoutTheNewer(): string {
  const places = lackedBy('safari').flatMap((key) => {
    const [, root, owner, member, isStatic] = (KEPT.has(key) ? null : PLACE.exec(key)) ?? [];
    if (owner === undefined) return [];
    // The data does not say which members of JavaScript's own classes are static. No name is both.
    return [{ owner, member, own: root !== 'api' || isStatic, prototype: !isStatic }];
  });
  return `(() => {
    for (const { owner, member, own, prototype } of ${JSON.stringify(places)}) {
      const holder = globalThis[owner];
      if (member === undefined) delete globalThis[owner];
      else if (owner === 'Window') delete globalThis[member];
      else if (holder !== undefined) {
        if (own) delete holder[member];
        if (prototype) delete holder.prototype?.[member];
      }
    }
  })();`;
}
