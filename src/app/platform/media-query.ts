import { useLayoutEffect, useState } from 'preact/hooks';

/** Whether a media query matches. Renders the component again when that changes. */
export function useMediaQuery(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useLayoutEffect(() => {
    const list = matchMedia(query);
    const follow = () => setMatches(list.matches);
    follow();
    list.addEventListener('change', follow);
    return () => list.removeEventListener('change', follow);
  }, [query]);
  return matches;
}

/** True on a device without a mouse, which mostly has no keyboard either. */
export function byTouch(): boolean {
  return matchMedia('(hover: none) and (pointer: coarse)').matches;
}
