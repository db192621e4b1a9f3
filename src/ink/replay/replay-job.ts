/** What a worker needs to replay a drawing, and how it gets it. */
import { erases } from '../../core/drawing/erasing.ts';
import { visibleStrokes } from '../../core/drawing/members/layers.ts';
import { WHITE } from '../../core/drawing/members/paper.ts';
import type { OptionalMembers, Stroke } from '../../core/drawing/types.ts';
import { exportArea } from '../formats/picture.ts';
import { type Frame, frameOf } from './frame.ts';
import { ReplayPicture } from './replay-picture.ts';
import { type Timeline, timelineOf } from './timeline.ts';

/** The drawing to replay. */
export interface Replayed extends Pick<OptionalMembers, 'layers' | 'paper'> {
  readonly strokes: readonly Stroke[];
}

export interface Replay {
  readonly timeline: Timeline;
  readonly picture: ReplayPicture;
  /** CSS colour, `#rrggbb`. */
  readonly paper: string;
}

/** Undefined for a drawing of which nothing is visible, as where strokes only erase. `long`: px of the longer side. */
export function replayOf({ strokes, layers, paper = WHITE }: Replayed, long?: number): Replay | undefined {
  const visible = visibleStrokes(strokes, layers);
  const area = exportArea(visible);
  if (!area || visible.every(erases)) return undefined;
  const timeline = timelineOf(strokes, layers);
  const frame: Frame = frameOf(area, long);
  return { timeline, picture: new ReplayPicture(timeline, layers, frame), paper: paper.color };
}
