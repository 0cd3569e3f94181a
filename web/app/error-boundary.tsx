import { Component, type ReactNode } from 'react'

/** Shows what to do when a page fails to render or its code cannot be loaded, instead of an empty screen. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <div className="mx-auto max-w-md px-4 py-24 text-center" role="alert">
        <h1 className="text-xl font-bold">This page could not be shown</h1>
        <p className="mt-2 text-muted">Please check your connection and load it again.</p>
        <button type="button" className="button mt-6" onClick={() => location.reload()}>
          Load again
        </button>
      </div>
    )
  }
}
