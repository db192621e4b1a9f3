import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.ts';

describe('past: tables', () => {
  it('end each line as RFC 4180 says, and leave a field without a value empty', () => {
    const rows = [
      ['timestamp', 'north'],
      ['2026-09-28T16:00:00+08:00', 0],
      ['2026-09-28T17:00:00+08:00', null],
    ];
    expect(csvOf(rows)).toBe(
      'timestamp,north\r\n2026-09-28T16:00:00+08:00,0\r\n2026-09-28T17:00:00+08:00,\r\n',
    );
  });

  it('quote what would end a field, and run no formula', () => {
    expect(csvOf([['a,b', 'say "go"', 'two\r\nlines', -1.5]])).toBe(
      '"a,b","say ""go""","two\r\nlines",-1.5\r\n',
    );
    for (const text of ['a\rb', 'a\nb']) expect(csvOf([[text]])).toBe(`"${text}"\r\n`);
    expect(csvOf([['\r=1']])).toBe(`"'\r=1"\r\n`);
    for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1']) expect(csvOf([[text]])).toBe(`'${text}\r\n`);
    expect(csvOf([['=HYPERLINK("x")']])).toBe(`"'=HYPERLINK(""x"")"\r\n`);
  });
});
