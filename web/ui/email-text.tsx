import { Fragment } from 'react'

/** Text with an e-mail address, which wraps after its @ and dots rather than in the middle of a word. */
export function EmailText({ text }: { text: string }) {
  let end = 0
  const parts = (text.match(/[^@.]+[@.]*|[@.]+/g) ?? []).map((part) => {
    end += part.length
    return { part, end }
  })
  return parts.map(({ part, end }) => (
    <Fragment key={end}>
      {part}
      {end < text.length && <wbr />}
    </Fragment>
  ))
}
