/** Checks that the built app needs nothing newer than the oldest browsers (src/app/oldest-browsers.ts). */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OLDEST_SYNTAX } from '../../../src/app/oldest-browsers.ts';
import { lackingGlobal, lackingMember, lackingStatic, lackingStyle } from './compat.ts';
import { type ScriptNames, scriptNames } from './script-names.ts';
import { styleNames } from './style-names.ts';

/** Features that a file needs and some of the oldest browsers lack: name, and the browsers that lack it. */
type Lacks = ReadonlyMap<string, string>;

/**
 * Lists features that are too new, and allowed ones that are no longer used.
 * @param dist folder of the build
 * @param allowed names that may be used although they are newer, with the reason
 * @param newer beginnings of the names of scripts that only newer browsers load, with the reason
 */
export function tooNew(
  dist: string,
  allowed: Readonly<Record<string, string>>,
  newer: Readonly<Record<string, string>> = {},
): string[] {
  const all = readdirSync(dist, { recursive: true, encoding: 'utf8' }).sort();
  const isNewer = (file: string) => Object.keys(newer).some((begin) => file.startsWith(begin));
  const files = all.filter((file) => !isNewer(file));
  const faults: string[] = [];
  const scripts = new Map<string, ScriptNames>();
  for (const file of files.filter((name) => name.endsWith('.js'))) {
    // The page's scripts are modules, the service worker's are not.
    const kind = file.startsWith('assets') ? 'module' : 'script';
    try {
      scripts.set(file, scriptNames(readFileSync(join(dist, file), 'utf8'), kind, OLDEST_SYNTAX));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      faults.push(`${file}: syntax newer than ECMAScript ${OLDEST_SYNTAX}: ${error.message}`);
    }
  }
  if (scripts.size === 0) return [`${dist} has no scripts.`, ...faults];

  const defined = new Set([...scripts.values()].flatMap((names) => [...names.defined]));
  const used = new Set<string>();
  const look = (file: string, lacks: Lacks) => {
    for (const [name, who] of lacks) {
      used.add(name);
      if (!Object.hasOwn(allowed, name)) faults.push(`${file}: ${name} is too new: ${who}`);
    }
  };
  for (const [file, names] of scripts) look(file, scriptLacks(names, defined));
  for (const file of files.filter((name) => name.endsWith('.css'))) {
    const names = styleNames(readFileSync(join(dist, file), 'utf8'));
    look(
      file,
      lacks(names, (name) => lackingStyle(name, names)),
    );
  }
  for (const name of Object.keys(allowed)) {
    if (!used.has(name)) faults.push(`${name} need not be allowed: nothing newer of this name is used.`);
  }
  for (const begin of Object.keys(newer)) {
    if (!all.some((file) => file.startsWith(begin))) faults.push(`${begin} names no script.`);
  }
  return faults;
}

function scriptLacks(names: ScriptNames, defined: ReadonlySet<string>): Lacks {
  const foreign = [...names.members].filter((name) => !defined.has(name));
  return new Map([
    ...lacks(names.globals, lackingGlobal),
    ...lacks(names.statics, lackingStatic),
    ...lacks(foreign, lackingMember),
  ]);
}

function lacks(names: Iterable<string>, judge: (name: string) => string | undefined): Lacks {
  const found = new Map<string, string>();
  for (const name of names) {
    const who = judge(name);
    if (who !== undefined) found.set(name, who);
  }
  return found;
}
