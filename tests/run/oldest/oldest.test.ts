import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { root } from '../../../server/bin/bootstrap.js';
import { OLDEST_BROWSERS } from '../../../src/app/oldest-browsers.ts';
import { tooNew } from './oldest.ts';
import { scriptNames } from './script-names.ts';

let dist: string;
beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'pleinair-oldest-'));
  mkdirSync(join(dist, 'assets'));
  writeFileSync(join(dist, 'sw.js'), 'self.a=1');
});
afterEach(() => rmSync(dist, { recursive: true, force: true }));

function faults(file: string, text: string, allowed: Record<string, string> = {}): string[] {
  writeFileSync(join(dist, file), text);
  return tooNew(dist, allowed);
}

describe('test command: the oldest browsers', () => {
  test.each([
    ['a static function', 'const a=URL.parse(b);', 'URL.parse'],
    ['one of JavaScript itself', 'Map.groupBy(a,b=>b)', 'Map.groupBy'],
    ['one behind the global object', 'globalThis.Promise.withResolvers()', 'Promise.withResolvers'],
    ['a static function of the platform', 'Response.json([])', 'Response.json'],
    ['a global', 'requestIdleCallback(()=>1)', 'requestIdleCallback'],
    ['a global as a member', 'window.scheduler.postTask(a)', 'scheduler'],
    ['a class', 'new URLPattern({})', 'URLPattern'],
    ['a member of an object of the page', 'document.startViewTransition(a)', 'document.startViewTransition'],
    ['a member of whatever it is', 'function a(b){return b.isSubsetOf(c)}', 'isSubsetOf'],
    ['one that is taken out', 'const{showSaveFilePicker:a}=b', 'showSaveFilePicker'],
  ])('%s is reported', (_, code, name) => {
    expect(faults('assets/a.js', `export{};${code}`)).toEqual([
      expect.stringMatching(`^assets/a\\.js: ${name.replace('.', '\\.')} is too new: .*safari`),
    ]);
    expect(faults('assets/a.js', `export{};${code}`, { [name]: 'a reason' })).toEqual([]);
  });

  test.each([
    ['a name that the script declares', 'const URLPattern=class{};new URLPattern'],
    ['a member that the app has itself', 'const a={isSubsetOf(){}};a.isSubsetOf()'],
    [
      'an export by the name that a minifier gave it',
      'const a=1;export{a as xr};import("./b.js").then(b=>b.xr)',
    ],
    ['what is asked for by its name alone', 'const a="requestIdleCallback"in globalThis'],
    ['what all of them have', 'structuredClone([1].findLast(a=>a).toSorted());new OffscreenCanvas(1,1)'],
  ])('%s passes', (_, code) => {
    expect(faults('assets/a.js', `export{};${code}`)).toEqual([]);
  });

  test('syntax that they cannot parse is reported, in modules and in the worker', () => {
    expect(faults('assets/a.js', 'import a from"./b.js"with{type:"json"};')).toEqual([
      expect.stringMatching(/^assets\/a\.js: syntax newer than ECMAScript 2022/),
    ]);
    writeFileSync(join(dist, 'assets/a.js'), 'export{}');
    expect(faults('sw.js', 'self.a=/[\\p{L}--a]/v')).toEqual([
      expect.stringMatching(/^sw\.js: syntax newer/),
    ]);
  });

  test.each([
    ['a property', 'a{field-sizing:content}', 'css.properties.field-sizing'],
    ['a value', 'a{text-wrap:pretty}', 'css.properties.text-wrap.pretty'],
    ['a selector', 'a:open{color:red}', 'css.selectors.open'],
    ['an at-rule', '@starting-style{a{color:red}}', 'css.at-rules.starting-style'],
    ['a function', 'a{color:light-dark(#fff,#000)}', 'css.types.color.light-dark'],
    ['nesting', 'a{& b{color:red}}', 'css.selectors.nesting'],
  ])('CSS: %s is reported', (_, css, name) => {
    const found = faults('assets/a.css', css).map((line) => line.split(' ')[1]);
    expect(found).toContain(name);
  });

  test('CSS: a property beside its prefixed form passes', () => {
    expect(faults('assets/a.css', 'a{-webkit-user-select:none;user-select:none}')).toEqual([]);
  });

  test('an allowed name that is no longer used is reported', () => {
    expect(faults('assets/a.js', 'export{}', { 'URL.parse': 'was used' })).toEqual([
      'URL.parse need not be allowed: nothing newer of this name is used.',
    ]);
  });

  test('a build without scripts fails instead of passing', () => {
    rmSync(join(dist, 'sw.js'));
    expect(tooNew(dist, {})).toEqual([`${dist} has no scripts.`]);
  });

  test('names are distinguished from members, labels and keys', () => {
    const { globals, statics, members } = scriptNames(
      'a:for(const{b:c=d}of e)f.g(h=>h.i,{j:k,l(){}});m[n];var q;export{q as o}',
      'module',
      2022,
    );
    expect([...globals].sort()).toEqual(['d', 'e', 'f', 'k', 'm', 'n']);
    expect([...statics]).toEqual(['f.g']);
    expect([...members].sort()).toEqual(['b', 'i']);
  });

  test('README.md lists them', () => {
    const { chrome, edge, firefox, safari, ios } = OLDEST_BROWSERS;
    expect(edge).toBe(chrome);
    const words = `Chrome and Edge ${chrome}, Firefox ${firefox}, Safari ${safari} on macOS, iOS and iPadOS ${ios}`;
    expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(words);
  });
});
