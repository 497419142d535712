// Serves the files of a folder: node serve.mjs FOLDER PORT
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { basename, extname, join } from "node:path";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";

const TYPES = { ".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".wasm": "application/wasm" };

/** A server of the folder; port 0 is any that is free. */
export async function serve(folder, port) {
  const server = createServer(async (request, response) => {
    const name = basename(new URL(request.url, "http://localhost").pathname) || "index.html";
    try {
      const body = await readFile(join(folder, name));
      response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "text/plain" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((listening) => server.listen(port, "127.0.0.1", listening));
  return server;
}

if (import.meta.url === pathToFileURL(argv[1]).href) {
  const server = await serve(argv[2], Number(argv[3]));
  console.log(`http://localhost:${server.address().port}`);
}
