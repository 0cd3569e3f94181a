import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { Component, type ReactNode, Suspense } from 'react'
import { type AroundNavHandler, Redirect, Router, useLocation } from 'wouter'
import { DataSaverProvider } from '#web/lib/data-saver.tsx'
import { NowProvider } from '#web/lib/now.tsx'
import { OriginProvider } from '#web/lib/page-context.ts'
import { paths } from '#web/lib/paths.ts'
import { SessionProvider, useSession } from '#web/lib/session.ts'
import { ShownLocationProvider, useSearch, useShownPath } from '#web/lib/shown-location.tsx'
import { plug } from '#web/ui/drawings.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Layout } from './layout.tsx'
import { matchRoute, offlineRoute } from './routes.tsx'

interface AppProps {
  client: QueryClient
  /** Milliseconds since the epoch. */
  renderedAt: number
  origin: string
  /** The address, on the server. */
  ssr?: { path: string; search: string }
  aroundNav?: AroundNavHandler
  saver?: boolean
  /** Path of the page that the offline page replaces. */
  offlinePath?: string | undefined
}

export function App({ client, renderedAt, origin, ssr, aroundNav, saver = false, offlinePath }: AppProps) {
  return (
    <QueryClientProvider client={client}>
      <SessionProvider>
        <OriginProvider value={origin}>
          <NowProvider renderedAt={renderedAt}>
            <ShownLocationProvider initial={ssr}>
              <Router hook={useShownPath} {...(aroundNav ? { aroundNav } : {})}>
                <DataSaverProvider initial={saver}>
                  <Layout offlinePath={offlinePath}>
                    <CurrentPage offlinePath={offlinePath} />
                  </Layout>
                </DataSaverProvider>
              </Router>
            </ShownLocationProvider>
          </NowProvider>
        </OriginProvider>
      </SessionProvider>
    </QueryClientProvider>
  )
}

function CurrentPage({ offlinePath }: { offlinePath: string | undefined }) {
  const [path] = useLocation()
  const search = useSearch()
  const session = useSession()
  const { route, params } = path === offlinePath ? { route: offlineRoute, params: {} } : matchRoute(path)
  if (route.access === 'user' && session === null) {
    return <Redirect to={paths.loginThen(`${path}${search && `?${search}`}${location.hash}`)} replace />
  }
  return (
    <ErrorBoundary key={path}>
      <Suspense>
        <Loaded key={path} render={() => route.page.render({ params })} />
      </Suspense>
    </ErrorBoundary>
  )
}

/** Renders inside the Suspense boundary: a page whose code is still loading suspends there. */
function Loaded({ render }: { render: () => React.ReactElement }) {
  return render()
}

/** Shows an error page instead of an empty screen when a page fails to render or its code cannot be loaded. */
class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div role="alert">
        <EmptyState
          level={1}
          drawing={plug}
          title="This page could not be shown"
          text="Please check your connection and load it again."
          action={
            <button type="button" className="button" onClick={() => location.reload()}>
              Load again
            </button>
          }
        />
      </div>
    )
  }
}
