import { showToast } from '#web/ui/toast.ts'

/** Copies a text to the clipboard and shows the outcome as a toast, `done` if it worked. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    showToast({ title: done })
  } catch {
    showToast({
      title: 'Not copied',
      description: 'This browser does not allow it. Please select the text and copy it.',
      tone: 'failure',
    })
  }
}
