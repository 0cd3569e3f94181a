import { useEffect, useState } from 'react'

/** The value once it has stayed the same for `ms`, until then the previous one: at first `initial`. Compared by identity. */
export function useDebounced<T>(value: T, ms: number, initial = value): T {
  const [settled, setSettled] = useState(initial)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
