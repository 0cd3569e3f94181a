/** Texts that differ between the create and the edit form (sections 2 and 8 of the specification). */
export const formMessages = {
  create: {
    submit: 'Create Listing',
    pending: 'Creating...',
    uploaded: 'Images uploaded',
    uploadFailed: 'Upload failed',
    uploadFallback: 'Failed to upload images. Please try again.',
    failed: 'Failed to create listing. Please try again.',
  },
  edit: {
    submit: 'Save Changes',
    pending: 'Saving...',
    uploaded: 'Success',
    uploadFailed: 'Upload Failed',
    uploadFallback: 'Failed to upload one or more images. Please try again.',
    failed: 'Failed to update listing',
  },
} as const

export type FormMode = keyof typeof formMessages
