/** The props of every page: the parameters of its path. */
export interface PageProps {
  params: Record<string, string>
}
