import { createContext, useContext } from 'react'
import { absoluteUrl } from '#shared/same-origin.ts'

const OriginContext = createContext('')

/** Origin of absolute links (canonical, Open Graph), such as https://oja.example: the same on the server and in the browser. */
export const OriginProvider = OriginContext.Provider

/** This site's origin, such as https://oja.example. */
export const useOrigin = () => useContext(OriginContext)

/** The absolute form of a root-relative address; an address of another site is returned unchanged. */
export function useAbsoluteUrl(): (address: string) => string {
  const origin = useOrigin()
  return (address) => absoluteUrl(address, origin)
}

const TitlePrefix = createContext('')

/** Prefix of every page title, such as '(3) '. */
export const TitlePrefixProvider = TitlePrefix.Provider

export function useTitlePrefix(): string {
  return useContext(TitlePrefix)
}
