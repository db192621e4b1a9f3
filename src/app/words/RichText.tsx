import { type ComponentChildren, Fragment } from 'preact';

interface RichProps {
  /** A sentence with marks: `After the poster <link>How to plan</link>, in our own words.` */
  readonly text: string;
  /** Renders the text inside a mark, by the mark's name. */
  readonly marks: Readonly<Record<string, (inside: string) => ComponentChildren>>;
}

/**
 * A sentence in which a part is a link or code. Marks are not markup: a mark without a renderer shows its text.
 * Text by a person or a seller is never part of the sentence, but rendered for an empty mark such as
 * `<price></price>`.
 */
export function RichText({ text, marks }: RichProps) {
  // split() returns three pieces per mark: the text before it, its name, its text.
  return text.split(/<(\w+)>(.*?)<\/\1>/).map((piece, i, all) => {
    if (i % 3 === 1) return null;
    const show = i % 3 === 2 ? marks[all[i - 1] ?? ''] : undefined;
    return <Fragment key={i}>{show ? show(piece) : piece}</Fragment>;
  });
}
