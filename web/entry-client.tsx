import './app/styles.css'
import { hydrate } from '@tanstack/react-query'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { createAroundNav, prefetchOnIntent } from './app/navigation.ts'
import { matchRoute } from './app/routes.tsx'
import { keepScrollPositions } from './app/scroll.ts'
import { type PageState, stateElementId } from './app/state.ts'
import { get } from './lib/api.ts'
import { createQueryClient } from './lib/query-client.ts'
import { forbidZodEval } from './lib/zod-config.ts'

forbidZodEval()
const root = document.getElementById('root')
const block = document.getElementById(stateElementId)
if (!root || !block) throw new Error('The page came without its root or its state.')

const state = JSON.parse(block.textContent ?? '') as PageState
const client = createQueryClient(get)
hydrate(client, state.queries)
await matchRoute(location.pathname).route.page.load()
hydrateRoot(
  root,
  <App
    client={client}
    renderedAt={state.renderedAt}
    origin={state.origin}
    aroundNav={createAroundNav(client)}
  />,
)
keepScrollPositions()
prefetchOnIntent(client)
