import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly autoComplete?: string;
  readonly invalid?: boolean;
  /** A sentence under the field. An empty one keeps its line free. */
  readonly help?: string;
}

/** A text input with a label above and help below. */
export function Field({ label, value, onInput, autoComplete = 'off', invalid = false, help }: FieldProps) {
  const id = useId();
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        value={value}
        autoComplete={autoComplete}
        aria-invalid={invalid}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
      {help !== undefined && (
        <span id={`${id}-help`} class="field-help small soft" aria-live="polite">
          {help}
        </span>
      )}
    </p>
  );
}

interface SelectProps<T extends string> {
  readonly label: string;
  readonly value: T;
  /** `lang`: the language of the label, where it is not that of the page. */
  readonly options: readonly { readonly value: T; readonly label: string; readonly lang?: string }[];
  readonly onPick: (value: T) => void;
}

/** A drop-down list. */
export function Select<T extends string>({ label, value, options, onPick }: SelectProps<T>) {
  const id = useId();
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const picked = options.find((option) => option.value === event.currentTarget.value);
          if (picked) onPick(picked.value);
        }}
      >
        {options.map((option) => (
          <option
            key={option.value}
            value={option.value}
            lang={option.lang}
            selected={option.value === value}
          >
            {option.label}
          </option>
        ))}
      </select>
    </p>
  );
}

interface CheckProps {
  readonly label: string;
  readonly on: boolean;
  readonly onPick: (on: boolean) => void;
}

/** A switch. */
export function Check({ label, on, onPick }: CheckProps) {
  return (
    <label class="setting-check">
      <input
        type="checkbox"
        role="switch"
        checked={on}
        aria-checked={on}
        onChange={({ currentTarget }) => onPick(currentTarget.checked)}
      />
      {label}
    </label>
  );
}
