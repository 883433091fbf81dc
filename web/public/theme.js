// Runs before the first paint, so that nobody sees the other theme or the other language flash by. The build puts it into the page
// itself, with the names of the files to fetch (languages.ts): the entry of the chosen language, and what will be asked for next.
;(function () {
  // What browsers ask before a text becomes markup or the address of a script (Trusted Types). Markup only for a parser, whose document
  // is inert; scripts of this host and of the bot check only.
  if (window.trustedTypes)
    trustedTypes.createPolicy('default', {
      createHTML: function (text, type, sink) {
        return /parseFromString/.test(sink) ? text : null
      },
      createScriptURL: function (address) {
        var url = new URL(address, location.href)
        // a local run's bot check is at another port of the same machine
        return url.hostname === location.hostname || url.origin === 'https://challenges.cloudflare.com' ? address : null
      },
    })

  var kept = function (name) {
    try {
      return localStorage.getItem(name)
    } catch {
      return null
    }
  }
  var root = document.documentElement
  root.lang = kept('language') === 'en' ? 'en' : 'id'
  root.classList.toggle(
    'dark',
    location.pathname === '/signup' ? matchMedia('(prefers-color-scheme: dark)').matches : kept('theme') === 'dark',
  )

  var builds = document.currentScript && document.currentScript.dataset
  if (!builds || !builds.id) return
  var files = JSON.parse(builds[root.lang])
  var path = location.pathname.replace(/\/+$/, '')
  var isIn = /(^|; )authToken=[^;]/.test(document.cookie)
  var next = isIn && /^(|\/dashboard|\/signin)$/.test(path) ? files.home : !isIn && !/^\/(signup|terms|privacy-policy|reset-password|opt-out|not-authorized)$/.test(path) ? files.signin : []
  var add = function (element, values) {
    element.crossOrigin = ''
    document.head.appendChild(Object.assign(element, values))
  }
  files.start.concat(files.imports, next).forEach(function (file) {
    add(document.createElement('link'), { rel: 'modulepreload', href: file })
  })
  // as a module's tag in the page would: in their order, when the page has been read
  addEventListener('DOMContentLoaded', function () {
    files.start.forEach(function (file) {
      add(document.createElement('script'), { type: 'module', async: false, src: file })
    })
  })
})()
