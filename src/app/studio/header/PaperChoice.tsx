import './paper-choice.css';
import { useId } from 'preact/hooks';
import { WHITE } from '../../../core/drawing/members/paper.ts';
import { PAPER_NAMES, PAPERS, paperName } from '../../paper/papers.ts';
import { papers as words } from '../../words/en/studio/papers.ts';
import type { Session } from '../session/session.ts';

/** The paper of the drawing: one of ours, or its own if another app gave it one. */
export function PaperChoice({ session }: { readonly session: Session }) {
  const name = useId();
  const now = session.paper.value ?? WHITE;
  const known = paperName({ color: now.color });
  const options = PAPER_NAMES.map((one) => ({ paper: PAPERS[one], label: words.names[one], key: one }));
  const all = known ? options : [...options, { paper: now, label: words.other, key: 'other' }];
  return (
    <fieldset class="paper-choice" disabled={!session.isRead}>
      <legend class="small">{words.paper}</legend>
      <div class="paper-samples">
        {all.map(({ paper, label, key }) => (
          <label key={key} class="small">
            <input
              type="radio"
              name={name}
              class="laid-over"
              checked={paper.color === now.color}
              onChange={() => session.changePaper((one) => ({ ...one, color: paper.color }))}
            />
            <span class="paper-sample" style={`--sample:${paper.color}`} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
