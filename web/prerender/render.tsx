// Run by the build (plugin.ts): the screens that open first, as React draws them before any answer, printed as one JSON object.
import './browser-globals.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { Route, Routes, StaticRouter } from 'react-router'
import { PublicFrame } from '../app/public-frame.tsx'
import Shell from '../app/shell/shell.tsx'
import Signin from '../features/people/auth/signin.tsx'
import Home from '../features/operation/home/home.tsx'

const render = async (path: string, frame: ReactNode, screen: ReactNode): Promise<{ title: string; html: string }> => {
  const { prelude } = await prerender(
    <QueryClientProvider client={new QueryClient()}>
      <StaticRouter location={path}>
        <Routes>
          <Route element={frame}>
            <Route path={path} element={screen} />
          </Route>
        </Routes>
      </StaticRouter>
    </QueryClientProvider>,
    {
      // Everything in its place: a part that comes after the rest is put there by a script.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onError: (error) => {
        throw error
      },
    },
  )
  const html = await new Response(prelude).text()
  const [refused] = /<script|<style| style=| on[a-z]+=/.exec(html) ?? []
  if (refused) throw new Error(`${refused} in the prerendered ${path}, which the page's policy refuses`)
  const [, title = ''] = /<title>(.*?)<\/title>/.exec(html) ?? []
  // The head stays that of the document.
  return { title, html: html.replaceAll(/<title>.*?<\/title>|<link [^>]*>|<!--.*?-->/g, '') }
}

const signin = await render('/signin', <PublicFrame />, <Signin />)
const home = await render('/dashboard', <Shell />, <Home />)
process.stdout.write(JSON.stringify({ home, signin }))
