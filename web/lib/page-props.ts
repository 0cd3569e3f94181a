/** What every page gets: the parameters of its path. */
export interface PageProps {
  params: Record<string, string>
}
