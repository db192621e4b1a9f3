/** Counts what is open under a key, up to a limit. */
export interface Places {
  /** @returns a function that gives the place back; undefined if there is none left */
  enter(key: string): (() => void) | undefined;
}

export function createPlaces(most: number): Places {
  const taken = new Map<string, number>();
  return {
    enter(key) {
      const count = taken.get(key) ?? 0;
      if (count >= most) return undefined;
      taken.set(key, count + 1);
      let inside = true;
      return () => {
        if (!inside) return;
        inside = false;
        const left = (taken.get(key) ?? 1) - 1;
        if (left === 0) taken.delete(key);
        else taken.set(key, left);
      };
    },
  };
}
