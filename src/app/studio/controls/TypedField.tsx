import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';

interface TypedFieldProps {
  readonly id?: string;
  /** Accessible name, if no label element has one. */
  readonly label?: string;
  readonly class: string;
  readonly inputMode: 'decimal' | 'text';
  /** The value as text. */
  readonly value: string;
  readonly lengthMax: number;
  /** Takes a typed text. Returns false if it is none of the values. */
  readonly onType: (text: string) => boolean;
  /** What is said about such a text, which stays until it is changed. */
  readonly wrong: string;
}

/** A field for a value that is mostly chosen otherwise, with a message if what was typed is none. */
export function TypedField({
  id,
  label,
  class: name,
  inputMode,
  value,
  lengthMax,
  onType,
  wrong,
}: TypedFieldProps) {
  const messageId = useId();
  /** What is being typed; undefined if that is the value. */
  const text = useSignal<string | undefined>(undefined);
  const isWrong = useSignal(false);
  return (
    <>
      <input
        id={id}
        class={`${name} numerals`}
        dir="ltr"
        inputMode={inputMode}
        autocomplete="off"
        spellcheck={false}
        maxLength={lengthMax}
        aria-label={label}
        aria-invalid={isWrong.value}
        aria-describedby={isWrong.value ? messageId : undefined}
        value={text.value ?? value}
        onInput={({ currentTarget }) => {
          text.value = currentTarget.value;
          isWrong.value = false;
        }}
        onChange={({ currentTarget }) => {
          const isTaken = onType(currentTarget.value);
          isWrong.value = !isTaken;
          text.value = isTaken ? undefined : currentTarget.value;
        }}
      />
      {isWrong.value && (
        <p id={messageId} class="field-wrong" role="alert">
          {wrong}
        </p>
      )}
    </>
  );
}
