import { showToast } from '#web/ui/toast.ts'

/** Opens the device's share sheet; without one, or if it fails, copies the link. Cancelling does nothing. */
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
    // No clipboard in an insecure context: show the link for copying by hand.
    prompt('Copy this link:', url)
  }
}
