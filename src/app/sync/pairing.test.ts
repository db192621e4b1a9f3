import { expect, test } from 'vitest';
import { nameProblem } from '../../api/contract/pairing-body.ts';
import { codeInFragment, pairingLink } from '../../api/pairing/pairing-link.ts';
import { deviceName } from './pairing.ts';

const WEBKIT = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';

test.each([
  [
    'iPhone, Safari',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${WEBKIT} Version/18.0 Mobile Safari/604.1`,
  ],
  ['iPad, Chrome', `Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${WEBKIT} CriOS/130.0 Mobile Safari/604.1`],
  ['Android, Firefox', 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'],
  ['Windows, Edge', `Mozilla/5.0 (Windows NT 10.0; Win64) ${WEBKIT} Chrome/140.0 Safari/537.36 Edg/140.0`],
  ['Linux, Chrome', `Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/140.0 Safari/537.36`],
  ['a browser', 'something else'],
])('pairing: a device is called %s', (name, userAgent) => {
  expect(deviceName(userAgent)).toBe(name);
  expect(nameProblem(name)).toBeUndefined();
});

test('pairing: the code stands in the fragment of the link, which no server is sent', () => {
  const link = new URL(pairingLink('https://draw.example.org', 'a-code_1'));
  expect([link.pathname, link.search]).toEqual(['/settings', '']);
  expect(codeInFragment(link.hash)).toBe('a-code_1');
  for (const other of ['', '#', '#main', '#pair', '#xpair=a']) expect(codeInFragment(other)).toBeUndefined();
});
