/** The plain page's process: see plain-page.ts. */
import Fastify from 'fastify'
import { createElement as h } from 'react'
import { renderToString } from 'react-dom/server'
import { compress } from '#server/core/http/compress.ts'

/** The data of a card of Oja. */
interface Item {
  id: number
  title: string
  price: string
  place: string
  photo: string
}

const items: Item[] = Array.from({ length: 24 }, (_, index) => ({
  id: index + 1,
  title: `Samsung Galaxy A${index + 10} with charger and box`,
  price: `₦${index + 45},000`,
  place: 'Ikeja, Lagos',
  photo: `/media/photos/3f6c21d0-8c55-4f0e-9d3b-${String(index).padStart(12, '0')}`,
}))

const sizes = '(min-width: 1024px) 23vw, (min-width: 768px) 30vw, calc(50vw - 22px)'

/** The elements of a card of Oja (web/features/catalogue/listing-card.tsx), without its components and hooks. */
function Card({ item }: { item: Item }) {
  return h(
    'li',
    { className: 'card' },
    h(
      'article',
      null,
      h(
        'div',
        { className: 'card-photo' },
        h(
          'picture',
          { style: { backgroundColor: '#8a7d6b' } },
          h('source', {
            type: 'image/avif',
            srcSet: `${item.photo}-320.avif 320w, ${item.photo}-640.avif 640w`,
            sizes,
          }),
          h('img', {
            src: `${item.photo}-640.webp`,
            alt: '',
            width: 1200,
            height: 900,
            loading: 'lazy',
            decoding: 'async',
          }),
        ),
        h('span', { className: 'card-condition' }, 'Used'),
      ),
      h('button', {
        type: 'button',
        className: 'heart',
        'aria-label': `Save ${item.title}`,
        'aria-pressed': false,
      }),
      h('p', { className: 'card-price' }, item.price),
      h('h3', null, h('a', { href: `/listings/${item.id}` }, item.title)),
      h('p', { className: 'card-place' }, item.place),
      h('p', { className: 'card-age' }, '2 hours ago'),
      h('p', { className: 'card-deal' }, 'Negotiable'),
    ),
  )
}

const app = Fastify()
app.get('/', async (_, reply) => {
  const cards = items.map((item) => h(Card, { key: item.id, item }))
  const body = renderToString(h('main', null, h('h1', null, 'Listings'), h('ul', null, cards)))
  reply.type('text/html; charset=utf-8').header('content-encoding', 'br')
  return compress(Buffer.from(`<!doctype html><html lang="en"><body>${body}</body></html>`), 'br', false)
})

const origin = await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ port: Number(new URL(origin).port) })
