import { expect, test } from 'vitest';
import { streamedText } from './streamed-text.ts';

test('a response arrives unchanged, whatever characters are at the cuts', async () => {
  const drops = '💧'.repeat(700_000);
  for (const text of ['x'.repeat(4097), drops, `x${drops}`, `é${'a'.repeat(1_200_000)}`]) {
    const body = streamedText(text);
    expect(body).toBeInstanceOf(ReadableStream);
    expect((await new Response(body).text()) === text).toBe(true);
  }
});

test('a short response is sent as one text', () => {
  for (const text of ['{"drawings":[]}', 'x'.repeat(4096)]) expect(streamedText(text)).toBe(text);
});
