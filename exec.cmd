@rem Windows shell has no exec: npm scripts (package.json) that begin with it run what follows it.
@%*
