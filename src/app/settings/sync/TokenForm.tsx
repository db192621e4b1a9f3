import { useId, useRef, useState } from 'preact/hooks';
import { TOKEN_MAX } from '../../../sync/state/worker-messages.ts';
import { sendToken } from '../../sync/sync-actions.ts';
import { Button } from '../../ui/Button.tsx';
import { server as words } from '../../words/en/sync/server.ts';
import { RichText } from '../../words/RichText.tsx';
import { tokenRefusalWords } from './sync-words.ts';

interface TokenFormProps {
  readonly label: string;
  readonly action: string;
}

/** Why a token cannot be valid, in a sentence; `""` if it can. */
function tokenProblem(token: string): string {
  if (token === '') return words.noToken;
  if (/\s/.test(token)) return words.spaces;
  if (!/^[\x21-\x7e]+$/.test(token)) return words.letters;
  return token.length > TOKEN_MAX ? words.tooLong : '';
}

/** The form for the token. The server checks the token at once; after that the page forgets it. */
export function TokenForm({ label, action }: TokenFormProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [token, setToken] = useState('');
  const [shown, setShown] = useState(false);
  const [checking, setChecking] = useState(false);
  const [problem, setProblem] = useState('');

  const submit = async (event: Event) => {
    event.preventDefault();
    if (checking) return;
    // Text copied from a terminal may end with a line break.
    const given = token.trim();
    const fault = tokenProblem(given);
    setProblem(fault);
    if (fault) {
      input.current?.focus();
      return;
    }
    setChecking(true);
    const refused = await sendToken(given);
    setChecking(false);
    setProblem(refused ? tokenRefusalWords(refused) : '');
    if (refused) input.current?.focus();
    else setToken('');
  };

  return (
    <form class="token" onSubmit={(event) => void submit(event)} noValidate>
      <div class="field">
        <label for={id}>{label}</label>
        <div class="token-line">
          <input
            ref={input}
            id={id}
            {...(shown ? { type: 'text' } : { type: 'password' })}
            value={token}
            autoComplete="off"
            autoCapitalize="none"
            autoCorrect="off"
            spellcheck={false}
            aria-invalid={problem !== ''}
            aria-describedby={`${id}-help ${id}-problem`}
            onInput={(event) => {
              setToken(event.currentTarget.value);
              setProblem('');
            }}
          />
          <Button aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? words.hide : words.show}
          </Button>
        </div>
        <span id={`${id}-help`} class="small soft">
          <RichText
            text={words.tokenHelp}
            marks={{ token: () => <code>DRAW_TOKEN</code>, host: () => <bdi>{location.host}</bdi> }}
          />
        </span>
      </div>
      <p id={`${id}-problem`} class="token-problem small" role="alert">
        {problem}
      </p>
      <p class="token-action">
        <Button type="submit" tone="accent" disabled={checking}>
          {checking ? words.checking : action}
        </Button>
      </p>
    </form>
  );
}
