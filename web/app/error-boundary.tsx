import { Component, type ReactNode } from 'react'
import { plug } from '#web/ui/drawings.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'

/** Shows an error page instead of an empty screen when a page fails to render or its code cannot be loaded. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
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
