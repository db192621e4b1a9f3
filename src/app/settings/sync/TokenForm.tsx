import { useId, useRef, useState } from 'preact/hooks';
import { TOKEN_MAX } from '../../../sync/state/worker-messages.ts';
import { giveToken } from '../../sync/sync-actions.ts';
import { Button } from '../../ui/Button.tsx';
import { notTakenWords } from './sync-words.ts';

interface TokenFormProps {
  readonly label: string;
  readonly action: string;
}

const FAULTS: readonly { readonly isIt: (token: string) => boolean; readonly words: string }[] = [
  { isIt: (token) => token === '', words: 'Paste or type the token first.' },
  { isIt: (token) => /\s/.test(token), words: 'A token has no spaces. Was more copied than the token?' },
  {
    isIt: (token) => !/^[\x21-\x7e]+$/.test(token),
    words: 'A token has only letters, digits and signs as on an English keyboard.',
  },
  { isIt: (token) => token.length > TOKEN_MAX, words: 'This is longer than any token.' },
];

/** Where the token is typed or pasted. It is checked at once, and gone from the page when it was taken. */
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
    // A line break comes along with what is copied from a terminal.
    const given = token.trim();
    const fault = FAULTS.find(({ isIt }) => isIt(given))?.words ?? '';
    setProblem(fault);
    if (fault) {
      input.current?.focus();
      return;
    }
    setChecking(true);
    const refused = await giveToken(given);
    setChecking(false);
    setProblem(refused ? notTakenWords(refused) : '');
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
            {shown ? 'Hide' : 'Show'}
          </Button>
        </div>
        <span id={`${id}-help`} class="small soft">
          The value of <code>DRAW_TOKEN</code> that the server was started with. It goes to {location.host}{' '}
          and nowhere else.
        </span>
      </div>
      <p id={`${id}-problem`} class="token-problem small" role="alert">
        {problem}
      </p>
      <p class="token-action">
        <Button type="submit" tone="accent" disabled={checking}>
          {checking ? 'Checking…' : action}
        </Button>
      </p>
    </form>
  );
}
