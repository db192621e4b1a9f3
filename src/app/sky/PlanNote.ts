import { lazyPart } from '../lazy.tsx';

/** The sentence of the sky outside of its page. Its code loads later. */
export const PlanNote = lazyPart(() => import('./PlanNoteView.tsx'));
