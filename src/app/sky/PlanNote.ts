import { lazyView } from '../lazy.tsx';

/** The sentence of the sky outside of its page. Its code loads later; if it does not load, nothing is said. */
export const PlanNote = lazyView<{ inStudio?: boolean }>(
  () => import('./PlanNoteView.tsx').catch(() => ({ default: () => null })),
  false,
);
