import { createContext, useContext } from 'react'

const OriginContext = createContext('')

/** Origin of absolute links (canonical, Open Graph), such as https://oja.example: the same on the server and after. */
export const OriginProvider = OriginContext.Provider

/** The absolute address of a root-relative one; an absolute one stays. */
export function useAbsoluteUrl(): (path: string) => string {
  const origin = useContext(OriginContext)
  return (path) => (path.startsWith('/') ? origin + path : path)
}
