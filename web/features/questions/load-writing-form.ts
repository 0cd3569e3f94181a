/** Its code comes when somebody is about to write. */
export const loadWritingForm = async () => (await import('./writing-form.tsx')).WritingForm
