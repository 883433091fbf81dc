// Every screen of the contract's table behind its guard. Screens load when they are opened; those of later
// work show an honest empty page.
import type { ComponentType } from 'react'
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { WEB_ROUTES, type WebRoute } from '../../contract/role-table.ts'
import { getSession } from '../lib/session.ts'
import { elsewhere } from './guards.ts'
import { PublicFrame } from './public-frame.tsx'
import { Crashed, Root, Splash } from './root.tsx'

type Screen = () => Promise<{ default: ComponentType }>

const SCREENS: Partial<Record<WebRoute, Screen>> = {
  '/signin': () => import('../features/auth/signin.tsx'),
  '/signup': () => import('../features/auth/signup.tsx'),
  '/reset-password': () => import('../features/auth/reset-password.tsx'),
  '/terms': () => import('../features/legal/terms.tsx'),
  '/privacy-policy': () => import('../features/legal/privacy-policy.tsx'),
  '/not-authorized': () => import('./pages/not-authorized.tsx'),
  '/': () => import('../features/dashboard/home.tsx'),
  '/dashboard': () => import('../features/dashboard/home.tsx'),
  '/whatsapp': () => import('../features/whatsapp/list.tsx'),
  '/whatsapp/create': () => import('../features/whatsapp/create.tsx'),
  '/profile': () => import('../features/profile/profile.tsx'),
  '/member/edit': () => import('../features/members/edit.tsx'),
}
const notYet: Screen = () => import('./pages/not-yet.tsx')
const notFound: Screen = () => import('./pages/not-found.tsx')
const shell: Screen = () => import('./shell/shell.tsx')

const lazily = (screen: Screen) => async () => ({ Component: (await screen()).default })

const guarded = (path: WebRoute): RouteObject => ({
  path,
  loader: ({ request }: LoaderFunctionArgs) => {
    const to = elsewhere(path, new URL(request.url).searchParams, getSession()?.user ?? null)
    return to ? redirect(to) : null
  },
  lazy: lazily(SCREENS[path] ?? notYet),
})

export const makeRouter = () => {
  const paths = Object.keys(WEB_ROUTES) as WebRoute[]
  return createBrowserRouter([
    {
      Component: Root,
      HydrateFallback: Splash,
      ErrorBoundary: Crashed,
      children: [
        { Component: PublicFrame, children: paths.filter((path) => WEB_ROUTES[path] === null).map(guarded) },
        {
          lazy: lazily(shell),
          children: paths.filter((path) => WEB_ROUTES[path] !== null).map(guarded),
        },
        { path: '*', lazy: lazily(notFound) },
      ],
    },
  ])
}
