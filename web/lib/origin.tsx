import { createContext, useContext } from 'react'
import { absoluteUrl } from '#shared/own-address.ts'

const OriginContext = createContext('')

/** Origin of absolute links (canonical, Open Graph), such as https://oja.example: the same on the server and after. */
export const OriginProvider = OriginContext.Provider

/** Where this site is, such as https://oja.example. */
export const useOrigin = () => useContext(OriginContext)

/** The absolute address of a root-relative one; one of another site stays. */
export function useAbsoluteUrl(): (address: string) => string {
  const origin = useOrigin()
  return (address) => absoluteUrl(address, origin)
}
