import { type ReactNode, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { Link } from 'wouter'
import type { Category } from '#shared/contract/catalogue.ts'
import type { SiteConfig } from '#shared/contract/site.ts'
import { conditionLabels, priceTypeLabels } from '#web/lib/labels.ts'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { ChoiceField } from './choice-field.tsx'
import { DraftNote } from './draft-note.tsx'
import { type FormMode, formWords } from './form-words.ts'
import { ListingChecklist } from './listing-checklist.tsx'
import { emptyListing, type ListingValues, listingResolver, type StartValues } from './listing-values.ts'
import { NewerListingNote } from './newer-listing-note.tsx'
import { PhotoField } from './photo-field.tsx'
import { PlaceFields } from './place-fields.tsx'
import { PriceField } from './price-field.tsx'
import { StatusField } from './status-field.tsx'
import { CategoryField, DescriptionField, TitleField } from './text-fields.tsx'
import { useHydrated } from './use-hydrated.ts'
import { useListingDraft } from './use-listing-draft.ts'
import { useNewerListing } from './use-newer-listing.ts'
import { type UploadOutcome, usePhotoUploads } from './use-photo-uploads.ts'
import { useSave } from './use-save.ts'
import { useTestPhotos } from './use-test-photos.ts'
import { type UnsavedAs, useUnsavedListing } from './use-unsaved-listing.ts'

interface ListingFormProps {
  mode: FormMode
  start: StartValues
  categories: Category[]
  site: SiteConfig
  /** Where a draft is kept on this device; null for none. */
  draftKey: string | null
  /** Saves checked values; what it rejects with is told. */
  save: (values: ListingValues) => Promise<void>
  /** Where a save was refused since the listing was changed elsewhere: the listing as it is now. */
  newerOf?: (error: unknown) => ListingValues | null
  /** What is not saved on the edit form stands there again on returning. */
  unsavedAs: UnsavedAs
  /** Edit only. */
  cancelTo?: string
  hiddenByModerator?: boolean
}

/** The form of a listing, for a new one and for a change. */
export function ListingForm(props: ListingFormProps) {
  const { mode, start, categories, site, draftKey, unsavedAs, cancelTo } = props
  const form = useForm<ListingValues>({
    resolver: listingResolver(mode),
    defaultValues: start,
    shouldFocusError: false,
  })
  const photos = usePhotoUploads({
    initial: start.photos ?? [],
    host: site,
    onSettled: (outcome) => tellOutcome(outcome, mode),
  })
  const draft = useListingDraft(form, draftKey, fill)
  const newer = useNewerListing(form, photos, start)
  const { busy, failure, submit } = useSave(form, mode, async (values) => {
    try {
      await props.save(values)
    } catch (error) {
      const theirs = props.newerOf?.(error)
      if (theirs) newer.follow(theirs)
      throw error
    }
    draft.clear()
  })
  useTestPhotos(mode === 'create' && site.testHooks, photos.replace)

  // The form knows the photos that are uploaded, in their order.
  const urls = photos.urls.join('\n')
  useEffect(() => {
    const list = urls === '' ? [] : urls.split('\n')
    if ((form.getValues('photos') ?? []).join('\n') === urls) return
    form.setValue('photos', list, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }, [form, urls])

  const { isDirty, errors } = form.formState
  useUnsavedListing(form, mode === 'edit' && isDirty && !busy, unsavedAs, fill)
  const ready = useHydrated()

  function fill(values: StartValues) {
    form.reset({ ...emptyListing, ...values }, { keepDefaultValues: true })
    photos.replace(values.photos ?? [])
  }

  function startOver() {
    draft.clear()
    fill(emptyListing)
  }

  const words = formWords[mode]
  return (
    <form onSubmit={submit} noValidate>
      <NewerListingNote
        newer={newer}
        categories={categories}
        isHiddenByModerator={props.hiddenByModerator ?? false}
      />
      {draft.restored && <DraftNote onStartOver={startOver} onDismiss={draft.dismiss} />}
      <fieldset
        disabled={!ready}
        className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_17rem] lg:gap-6"
      >
        <div className="grid min-w-0 gap-4">
          <Group>
            <PhotoField
              photos={photos}
              mode={mode}
              error={photos.uploading ? undefined : errors.photos?.message}
            />
          </Group>
          <Group>
            <TitleField form={form} categories={categories} />
            <CategoryField form={form} categories={categories} />
            <ChoiceField
              legend="Condition"
              options={choices.condition}
              error={errors.condition?.message}
              registration={form.register('condition')}
            />
          </Group>
          <Group>
            <PriceField form={form} />
            <ChoiceField
              legend="Price type"
              options={choices.priceType}
              error={errors.priceType?.message}
              registration={form.register('priceType')}
            />
          </Group>
          <Group>
            <PlaceFields form={form} />
          </Group>
          <Group>
            <DescriptionField form={form} />
          </Group>
          {mode === 'edit' && (
            <Group>
              <StatusField form={form} locked={props.hiddenByModerator ?? false} />
            </Group>
          )}
        </div>
        <aside className="lg:sticky lg:top-24">
          <ListingChecklist form={form} />
        </aside>
        <div className="sticky bottom-0 z-20 -mx-4 flex flex-wrap gap-3 border-t border-line bg-ground/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] backdrop-blur md:static md:mx-0 md:border-0 md:px-0 md:pt-2">
          <FormFailure text={failure} className="w-full" />
          {cancelTo && (
            <Link href={cancelTo} className="button button-outline">
              Cancel
            </Link>
          )}
          <button
            type="submit"
            disabled={busy || photos.uploading}
            className="button min-h-12 flex-1 text-base md:flex-none md:px-10"
          >
            {(busy || photos.uploading) && <Spinner size={18} />}
            {busy ? words.pending : photos.uploading ? 'Uploading photos...' : words.submit}
          </button>
        </div>
      </fieldset>
    </form>
  )
}

function Group({ children }: { children: ReactNode }) {
  return <div className="card grid min-w-0 gap-5 p-4 sm:p-6">{children}</div>
}

const choices = {
  condition: [
    { value: 'USED', label: conditionLabels.USED, hint: 'Had an owner before' },
    { value: 'NEW', label: conditionLabels.NEW, hint: 'Never used' },
  ],
  priceType: [
    { value: 'FIXED', label: priceTypeLabels.FIXED, hint: 'No bargaining' },
    { value: 'NEGOTIABLE', label: priceTypeLabels.NEGOTIABLE, hint: 'Open to offers' },
  ],
}

function tellOutcome({ uploaded, failed, said }: UploadOutcome, mode: FormMode) {
  const words = formWords[mode]
  if (failed > 0) {
    const reason = mode === 'create' ? said : undefined
    if (reason) showToast({ tone: 'failure', title: words.uploadFailed, description: reason })
    else showFailure(words.uploadFailed, undefined, words.uploadFallback)
    return
  }
  showToast({ title: words.uploaded, description: `${uploaded} image(s) uploaded successfully` })
}
