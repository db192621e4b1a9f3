import { useId } from 'preact/hooks';
import { WHITE } from '../../../core/drawing/members/paper.ts';
import type { Ink } from '../../../ink/index.ts';
import { Button } from '../../ui/Button.tsx';
import { papers as words } from '../../words/en/studio/papers.ts';
import { closePanel } from '../controls/panels.ts';
import type { Session } from '../session/session.ts';
import { visiblePaper } from '../viewport/visible-paper.ts';
import { arranging, guideHidden } from './guide-state.ts';
import { guideWith } from './points.ts';

/** Pictures of the guides: the horizon, and rays of each vanishing point. */
const GUIDES = [
  ['none', ''],
  ['one', 'M0 13h32M16 13L2 24M16 13l14 11M16 13L2 2M16 13L30 2M16 13V24M16 13V0'],
  ['two', 'M0 12h32M4 12l14 12M4 12l24 10M4 12L18 0M28 12L14 24M28 12L4 22M28 12L14 0'],
  ['three', 'M0 6h32M4 6l22 12M4 6l12 18M28 6L6 18M28 6L16 24M16 24L8 0M16 24L24 0'],
] as const;

interface GuideChoiceProps {
  readonly session: Session;
  readonly ink: () => Ink | undefined;
}

/** The perspective of the drawing: how many vanishing points, whether their lines are shown, and where they are. */
export function GuideChoice({ session, ink }: GuideChoiceProps) {
  const name = useId();
  const { guide } = session.paper.value ?? WHITE;
  const count = guide?.length ?? 0;
  const choose = (next: number) => {
    const engine = ink();
    const visible = engine && visiblePaper(engine.camera);
    if (!visible) return;
    session.changePaper(({ guide, ...plain }) =>
      next > 0 ? { ...plain, guide: guideWith(next, visible, guide) } : plain,
    );
    guideHidden.value = false;
    arrange(engine, next > 0);
  };
  return (
    <fieldset class="paper-choice" disabled={!session.isRead}>
      <legend class="small">
        {words.guide}
        <span class="soft">{words.guides[GUIDES[count]?.[0] ?? 'none']}</span>
      </legend>
      <div class="paper-samples">
        {GUIDES.map(([one, picture], points) => (
          <label key={one} class="small">
            <input
              type="radio"
              name={name}
              class="laid-over"
              checked={points === count}
              onChange={() => choose(points)}
            />
            <svg class="paper-sample guide-sample" viewBox="0 0 32 24" aria-hidden="true">
              <path d={picture} />
            </svg>
            <span class="unseen">{words.guides[one]}</span>
          </label>
        ))}
      </div>
      {guide && (
        <div class="guide-row">
          <label class="small">
            <input
              type="checkbox"
              checked={!guideHidden.value}
              onChange={({ currentTarget }) => {
                guideHidden.value = !currentTarget.checked;
                if (guideHidden.value) arranging.value = false;
              }}
            />
            <span>
              {words.guideShown}
              <span class="soft">{words.guideNote}</span>
            </span>
          </label>
          <Button
            tone="quiet"
            onClick={({ detail }) => {
              guideHidden.value = false;
              arrange(ink(), true);
              closePanel();
              // After a key, go on with keys.
              if (detail === 0) {
                requestAnimationFrame(() => document.querySelector<HTMLElement>('.guide-handle')?.focus());
              }
            }}
          >
            {words.arrange}
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** Shows or hides the handles. A selection has handles and a bar of its own. */
function arrange(ink: Ink | undefined, shown: boolean): void {
  if (shown) ink?.selection.clear();
  arranging.value = shown;
}
