import { showToast } from '#web/ui/toast.ts'

/** Shares by the device's own sheet; where there is none, or it fails, the link is copied. Cancelling does nothing. */
export async function shareLink(title: string, url: string): Promise<void> {
  try {
    if (navigator.share) {
      await navigator.share({ title, url })
      showToast({ title: 'Shared successfully' })
      return
    }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return
  }
  await copyLink(url)
}

async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    showToast({ title: 'Link copied', description: 'Link copied to clipboard!' })
  } catch {
    // No clipboard outside a secure context: let the person copy it by hand.
    prompt('Copy this link:', url)
  }
}
