import { expect, test } from 'vitest';
import { streamedText } from './streamed-text.ts';

test('a long answer arrives as it was, whatever characters lie where it is cut', async () => {
  const drops = '💧'.repeat(700_000);
  for (const text of [drops, `x${drops}`, `é${'a'.repeat(1_200_000)}`]) {
    const body = streamedText(text);
    expect(body).toBeInstanceOf(ReadableStream);
    expect((await new Response(body).text()) === text).toBe(true);
  }
});

test('an answer of ordinary length is sent at once', () => {
  expect(streamedText('{"drawings":[]}')).toBe('{"drawings":[]}');
});
