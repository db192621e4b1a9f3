import { type ComponentChildren, Fragment } from 'preact';

interface RichProps {
  /** `After the poster <link>How to plan</link>, in our own words.` */
  readonly text: string;
  /** How the text inside each mark is shown, by the mark's name. */
  readonly marks: Readonly<Record<string, (inside: string) => ComponentChildren>>;
}

/**
 * A whole sentence of which a part is a link or code. Never markup: a mark that is not named shows its text. Text of a
 * person or of a seller never stands in the sentence itself: an empty mark, `<price></price>`, keeps its place.
 */
export function Rich({ text, marks }: RichProps) {
  // Three pieces at a time: what stands before a mark, its name, what stands inside.
  return text.split(/<(\w+)>(.*?)<\/\1>/).map((piece, i, all) => {
    if (i % 3 === 1) return null;
    const show = i % 3 === 2 ? marks[all[i - 1] ?? ''] : undefined;
    return <Fragment key={i}>{show ? show(piece) : piece}</Fragment>;
  });
}
