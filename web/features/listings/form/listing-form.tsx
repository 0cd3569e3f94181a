import { type ComponentType, Fragment, type ReactNode, type SubmitEvent, useEffect, useRef } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import type { Category } from '#shared/contract/catalogue.ts'
import type { SiteConfig } from '#shared/contract/site.ts'
import { phoneCategory } from '#shared/limits.ts'
import { useHydrated } from '#web/lib/hydrated.ts'
import { conditionLabels, priceTypeLabels } from '#web/lib/labels.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { OutlineLink } from '#web/ui/empty-state.tsx'
import { FormFailure } from '#web/ui/form-failure.tsx'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { useLazyComponent, useLoaded } from '#web/ui/use-lazy-component.ts'
import { DraftNote, noteAction } from './drafts/draft-note.tsx'
import type { DraftSlot } from './drafts/draft-slot.ts'
import { formTools } from './drafts/form-tools.ts'
import { useFormAutosave } from './drafts/use-form-autosave.ts'
import {
  CategoryField,
  ChoiceField,
  DescriptionField,
  PlaceFields,
  PriceField,
  StatusField,
  TitleField,
} from './fields.tsx'
import { type FormMode, formMessages } from './form-messages.ts'
import {
  emptyListing,
  type FormField,
  type ListingFormApi,
  type ListingValues,
  listingResolver,
  type StartValues,
} from './form-values.ts'
import { ListingChecklist } from './listing-checklist.tsx'
import { PhotoField } from './photos/photo-field.tsx'
import { addressesOf, filesOf, type PhotoItem, uploadedUrls } from './photos/photo-list.ts'
import { type UploadOutcome, usePhotoUploads } from './photos/use-photo-uploads.ts'
import { useTestPhotos } from './photos/use-test-photos.ts'
import { useNewerListing } from './use-newer-listing.ts'
import { useSave } from './use-save.ts'
import { useUnsavedListing } from './use-unsaved-listing.ts'

const loadNewerListingNote = async () => (await import('./newer-listing-note.tsx')).NewerListingNote

interface ListingFormProps {
  mode: FormMode
  start: StartValues
  categories: Category[]
  site: SiteConfig
  /** Where a new listing is kept while it is written; null for none. */
  slot: DraftSlot | null
  /** Saves checked values; its rejection is shown. `files`: photos that are not uploaded yet, by their address in the values. */
  save: (values: ListingValues, files: Map<string, File>) => Promise<void>
  /** The current listing, from the error of a save that was refused because it changed elsewhere. */
  newerOf?: (error: unknown) => ListingValues | null
  /** The name under which unsaved changes of the edit form are kept: they are restored on returning. */
  unsavedAs: string
  cancelTo?: string
  hiddenByModerator?: boolean
  /** The IMEI, which is stored apart from the listing; in Phones & Tablets only. */
  passport: {
    field: ReactNode
    /** Whether it is invalid; shows the error at the field. */
    refuse: () => boolean
  }
  /** Shown below the price, of what is typed. */
  PriceGuide: ComponentType<Partial<ListingValues>> | null
}

const loadServerDraft = async () => (await import('./drafts/server-draft.tsx')).ServerDraft

export function ListingForm(props: ListingFormProps) {
  const { mode, start, categories, site, slot, unsavedAs, cancelTo } = props
  const photoItems = useRef<PhotoItem[]>([])
  const form = useForm<ListingValues>({
    // The photos as they are shown: the form's value follows them a moment later.
    resolver: (values, ...rest) =>
      listingResolver(mode)({ ...values, photos: photosToSend(photoItems.current) }, ...rest),
    defaultValues: start,
    shouldFocusError: false,
  })
  const photos = usePhotoUploads({
    initial: start.photos ?? [],
    host: site,
    onSettled: (outcome) => showOutcome(outcome, mode),
  })
  // A new listing may be sent before its photos are uploaded; an edit waits for them.
  const uploading = mode === 'edit' && photos.uploading
  const photosToSend = mode === 'create' ? addressesOf : uploadedUrls
  photoItems.current = photos.items
  const autosave = useFormAutosave(form, slot, fill)
  const ServerDraft = useLoaded(loadServerDraft, slot !== null)
  const newer = useNewerListing(form, photos, start)
  const { busy, isSaved, failure, submit } = useSave(form, mode, async (values) => {
    try {
      await props.save(values, filesOf(photos.items))
    } catch (error) {
      const theirs = props.newerOf?.(error)
      if (theirs) newer.follow(theirs)
      throw error
    }
    autosave.clear()
  })
  useTestPhotos(mode === 'create' && site.testHooks, photos.replace)

  // The form's value has the uploaded photos, in order.
  const urls = photos.urls.join('\n')
  useEffect(() => {
    const list = urls === '' ? [] : urls.split('\n')
    if ((form.getValues('photos') ?? []).join('\n') === urls) return
    form.setValue('photos', list, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }, [form, urls])

  const { isDirty, errors } = form.formState
  // A photo that is not uploaded yet is a change too.
  const isUnsaved = isDirty || photos.items.some(({ status }) => status !== 'done')
  useUnsavedListing(
    form,
    mode === 'edit' && isUnsaved && !isSaved,
    { name: unsavedAs, began: start as ListingValues },
    newer.resume,
  )
  const ready = useHydrated()

  /** Without photos among the values, those of the form stay. */
  function fill(values: StartValues) {
    form.reset({ ...emptyListing, photos: photos.urls, ...values }, { keepDefaultValues: true })
    if (values.photos) photos.replace(values.photos)
  }

  function startOver() {
    fill(emptyListing)
    autosave.clear()
    void slot?.server?.discard()
  }

  const categoryId = useWatch({ control: form.control, name: 'categoryId' })
  const isPhone = categories.find(({ id }) => id === categoryId)?.name === phoneCategory

  function send(event: SubmitEvent<HTMLFormElement>) {
    if (!isPhone || !props.passport.refuse()) return submit(event)
    event.preventDefault()
  }

  const inputs: Record<FormField, ReactNode> = {
    photos: (
      <PhotoField photos={photos} mode={mode} error={photos.uploading ? undefined : errors.photos?.message} />
    ),
    title: <TitleField form={form} categories={categories} />,
    categoryId: <CategoryField form={form} categories={categories} />,
    condition: (
      <ChoiceField
        legend="Condition"
        options={choices.condition}
        error={errors.condition?.message}
        registration={form.register('condition')}
      />
    ),
    priceNaira: (
      <div>
        <PriceField form={form} />
        {props.PriceGuide && <TypedPrice form={form} Guide={props.PriceGuide} />}
      </div>
    ),
    priceType: (
      <ChoiceField
        legend="Price type"
        options={choices.priceType}
        error={errors.priceType?.message}
        registration={form.register('priceType')}
      />
    ),
    // PlaceFields has the LGA too.
    state: <PlaceFields form={form} />,
    lga: null,
    description: <DescriptionField form={form} />,
    status: mode === 'edit' && <StatusField form={form} locked={props.hiddenByModerator ?? false} />,
  }
  const words = formMessages[mode]
  const { Component: NewerListingNote } = useLazyComponent(loadNewerListingNote, mode === 'edit')
  return (
    <form onSubmit={send} noValidate>
      {NewerListingNote && (
        <NewerListingNote
          newer={newer}
          categories={categories}
          isHiddenByModerator={props.hiddenByModerator ?? false}
        />
      )}
      {autosave.restored && (
        <DraftNote onDismiss={autosave.dismiss}>
          Draft restored —{' '}
          <button type="button" onClick={startOver} className={noteAction}>
            start over
          </button>
        </DraftNote>
      )}
      {ServerDraft && slot && (
        <ServerDraft tools={formTools} form={form} slot={slot} fill={fill} photos={photos} />
      )}
      <fieldset
        disabled={!ready}
        className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_17rem] lg:gap-6"
      >
        <div className="grid min-w-0 gap-4">
          {cards.map((card) => {
            const shown = fieldsOf(card).filter((field) => inputs[field])
            if (shown.length === 0) return null
            return (
              <div key={card} className="card grid min-w-0 gap-5 p-4 sm:p-6">
                {shown.map((field) => (
                  <Fragment key={field}>{inputs[field]}</Fragment>
                ))}
                {card === 'item' && isPhone && props.passport.field}
              </div>
            )
          })}
        </div>
        <aside className="lg:sticky lg:top-24">
          <ListingChecklist form={form} />
        </aside>
        <div className="sticky bottom-0 z-20 -mx-4 flex flex-wrap gap-3 border-t border-line bg-ground/95 px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:static md:mx-0 md:border-0 md:px-0 md:pt-2">
          <FormFailure text={failure} className="w-full" />
          {cancelTo && <OutlineLink href={cancelTo}>Cancel</OutlineLink>}
          <BusyButton
            type="submit"
            busy={busy || uploading}
            className="button min-h-12 flex-1 text-base md:flex-none md:px-10"
          >
            {busy ? words.pending : uploading ? 'Uploading photos...' : words.submit}
          </BusyButton>
        </div>
      </fieldset>
    </form>
  )
}

const compared = ['title', 'categoryId', 'condition', 'state', 'priceNaira'] as const

function TypedPrice({
  form,
  Guide,
}: {
  form: ListingFormApi
  Guide: NonNullable<ListingFormProps['PriceGuide']>
}) {
  const [title, categoryId, condition, state, priceNaira] = useWatch({
    control: form.control,
    name: compared,
  })
  return <Guide {...{ title, categoryId, condition, state, priceNaira }} />
}

const cardOf = {
  photos: 'photos',
  title: 'item',
  categoryId: 'item',
  condition: 'item',
  priceNaira: 'price',
  priceType: 'price',
  state: 'place',
  lga: 'place',
  description: 'description',
  status: 'status',
} satisfies Record<FormField, string>
const cards = [...new Set(Object.values(cardOf))]
const fieldsOf = (card: string) =>
  (Object.keys(cardOf) as FormField[]).filter((field) => cardOf[field] === card)

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

function showOutcome({ uploaded, failed, said }: UploadOutcome, mode: FormMode) {
  const words = formMessages[mode]
  if (failed > 0) {
    const reason = mode === 'create' ? said : undefined
    if (reason) showToast({ tone: 'failure', title: words.uploadFailed, description: reason })
    else showFailure(words.uploadFailed, undefined, words.uploadFallback)
    return
  }
  showToast({ title: words.uploaded, description: `${uploaded} image(s) uploaded successfully` })
}
