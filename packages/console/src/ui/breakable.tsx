import { Fragment } from 'react';

/** A name or address without spaces. If it needs several lines, they end after its signs, and not within a word. */
export function Breakable({ text }: { text: string }) {
  let end = 0;
  const parts = text.split(/(?<=[@._/:])/).map((part) => {
    end += part.length;
    return (
      <Fragment key={end}>
        {part}
        <wbr />
      </Fragment>
    );
  });
  return <span>{parts}</span>;
}
