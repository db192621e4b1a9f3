/** People and codes for the handler over any store: kept in it, so that its troubles are theirs. */
import { randomUUID } from 'node:crypto';
import { HOME, type Store } from '../../../src/api/ports.ts';

/** Codes and tokens for home. Codes have no end here: tests of time are in server/store. */
export function memoryPeople(store: Store) {
  const tokens = new Set<string>();
  let newest: { device: string; createdAt: string } | null = null;
  const name = (code: string) => `code ${code}`;
  return {
    async makeCode() {
      const code = randomUUID();
      await store.write((tx) => tx.putValue(name(code), 'x'));
      return { code, expiresAt: new Date(Date.now() + 60_000).toISOString() };
    },
    async exchange(code: string, device: string) {
      const token = randomUUID();
      const isRight = await store.write(async (tx) => {
        const known = (await tx.value(name(code))) !== undefined;
        if (!known) return false;
        await tx.deleteValue(name(code));
        // More than the code took: on a full disk there is no room for it.
        await tx.putValue(`token ${token}`, 'x'.repeat(5000));
        return true;
      });
      if (!isRight) return undefined;
      tokens.add(token);
      newest = { device, createdAt: new Date().toISOString() };
      return token;
    },
    async look(code: string) {
      const known = await store.read((tx) => tx.value(name(code)));
      return known === undefined ? undefined : { person: null };
    },
    async about() {
      // A read, which fails as any when the storage does.
      await store.read((tx) => tx.value('newest'));
      return { person: null, newest };
    },
    spaceOf: async (token: string) => (tokens.has(token) ? HOME : undefined),
    hasTokens: async () => tokens.size > 0,
  };
}
