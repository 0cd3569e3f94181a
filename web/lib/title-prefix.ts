import { createContext, useContext } from 'react'

const TitlePrefix = createContext('')

/** What stands before every page's title, such as '(3) '. */
export const TitlePrefixProvider = TitlePrefix.Provider

export function useTitlePrefix(): string {
  return useContext(TitlePrefix)
}
