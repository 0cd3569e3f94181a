import { createContext, useContext } from 'react'

const TitlePrefix = createContext('')

/** Prefix of every page title, such as '(3) '. */
export const TitlePrefixProvider = TitlePrefix.Provider

export function useTitlePrefix(): string {
  return useContext(TitlePrefix)
}
