// Drawings of empty states that visitors' first pages do not need; see drawings.tsx.

/** Nothing found. */
export const lens = (
  <>
    <circle cx="54" cy="44" r="21" className="fill-surface" />
    <path d="M69 60l17 17" strokeWidth="8" />
    <path d="M43 40a12 12 0 0 1 9-8" className="stroke-accent" />
  </>
)

/** Signing in is needed. */
export const key = (
  <>
    <circle cx="44" cy="48" r="17" className="fill-surface" />
    <path d="M61 48h36M84 48v12M95 48v9" />
    <circle cx="44" cy="48" r="5" className="fill-accent stroke-none" />
  </>
)

/** Nothing saved yet. */
export const heart = (
  <>
    <path
      d="M60 80C42 66 30 55 30 41a15 15 0 0 1 30-6 15 15 0 0 1 30 6c0 14-12 25-30 39z"
      className="fill-surface"
    />
    <path d="M39 41a7 7 0 0 1 7-8" className="stroke-accent" />
  </>
)

/** No connection. */
export const mast = (
  <>
    <path d="M60 46L46 82M60 46l14 36M51 68h18" />
    <circle cx="60" cy="42" r="5" className="fill-surface" />
    <path d="M45 53a18 18 0 0 1 0-24M75 29a18 18 0 0 1 0 24" strokeDasharray="5 8" />
    <path d="M34 62a32 32 0 0 1 0-42M86 20a32 32 0 0 1 0 42" strokeWidth="3" strokeDasharray="3 9" />
    <path d="M82 72l14 14M96 72l-14 14" className="stroke-accent" />
  </>
)

/** No messages, questions or reviews yet. */
export const bubble = (
  <>
    <path
      d="M30 26h60a7 7 0 0 1 7 7v28a7 7 0 0 1-7 7H58L44 81V68H30a7 7 0 0 1-7-7V33a7 7 0 0 1 7-7z"
      className="fill-surface"
    />
    <path d="M38 41h44M38 53h26" className="stroke-accent" />
  </>
)
