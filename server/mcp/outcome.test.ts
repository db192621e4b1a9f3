import { ProtocolError } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { createAsk, Refusal } from './ask.ts';
import { resourceOutcome, toolOutcome } from './outcome.ts';

function reports() {
  const seen: unknown[] = [];
  const report = (error: unknown) => {
    seen.push(error);
    return 'id-1';
  };
  return { seen, report };
}

const defect = new Error('ENOENT /etc/secret');
const fail = (error: Error) => () => Promise.reject(error);

describe('mcp: what becomes of an error', () => {
  it('a defect is told by the id in the log alone', async () => {
    const { seen, report } = reports();
    const result = await toolOutcome(fail(defect), report);
    expect(result).toEqual({
      isError: true,
      content: [{ type: 'text', text: expect.stringContaining('its log names it id-1') }],
    });
    const thrown = await resourceOutcome(fail(defect), report).catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ProtocolError);
    expect(String(thrown)).toContain('id-1');
    expect(JSON.stringify(result) + String(thrown)).not.toContain('secret');
    expect(seen).toEqual([defect, defect]);
  });

  it('a refusal is told as it is, and is nothing for the log', async () => {
    const { seen, report } = reports();
    const refusal = new Refusal('Not now.');
    const result = await toolOutcome(fail(refusal), report);
    expect(result).toEqual({ isError: true, content: [{ type: 'text', text: 'Not now.' }] });
    await expect(resourceOutcome(fail(refusal), report)).rejects.toMatchObject({ message: 'Not now.' });
    expect(seen).toEqual([]);
  });
});

describe('mcp: asking the application', () => {
  const answering = (status: number, error: object | undefined, headers: Record<string, string> = {}) =>
    createAsk(
      async () => Response.json(error === undefined ? {} : { error }, { status, headers }),
      'http://host',
    );

  it('sends path and query, and gives the body', async () => {
    const asked: string[] = [];
    const ask = createAsk(async ({ url }) => {
      asked.push(url);
      return Response.json({ a: 1 });
    }, 'https://draw.example.org');
    expect(await ask('/api/v1/products', { category: 'masks', limit: 2 })).toEqual({ a: 1 });
    expect(asked).toEqual(['https://draw.example.org/api/v1/products?category=masks&limit=2']);
  });

  it('says what was refused, and what to do next', async () => {
    const refused = (status: number, headers?: Record<string, string>) =>
      answering(status, { code: 'x', message: 'it is so' }, headers)('/');
    await expect(refused(400)).rejects.toThrow('it is so. Correct the arguments and call again.');
    await expect(refused(404)).rejects.toThrow('it is so. This server does not offer it.');
    await expect(refused(503, { 'Retry-After': '7' })).rejects.toThrow('Wait 7 s and call again');
    await expect(refused(500)).rejects.toThrow('Calling again at once will not help');
    await expect(answering(502, undefined)('/')).rejects.toThrow('the answer was HTTP 502');
  });
});
