interface PickerProps<T extends string> {
  readonly legend: string;
  /** Name of the radio group, and part of its class: `region` gives `region-picker`. */
  readonly name: string;
  readonly options: readonly T[];
  /** Label of each option. */
  readonly words: Readonly<Record<T, string>>;
  readonly chosen: T;
  readonly onPick: (option: T) => void;
}

/** A row of radio buttons. */
export function Picker<T extends string>({ legend, name, options, words, chosen, onPick }: PickerProps<T>) {
  return (
    <fieldset class={`picker ${name}-picker`}>
      <legend class="unseen">{legend}</legend>
      {options.map((one) => (
        <label key={one} class="pick">
          <input
            type="radio"
            class="laid-over"
            name={name}
            value={one}
            checked={one === chosen}
            onChange={() => onPick(one)}
          />
          <span>{words[one]}</span>
        </label>
      ))}
    </fieldset>
  );
}
